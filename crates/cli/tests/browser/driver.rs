//! A browser that tests control, over the protocol `WebDriver`: HTTP with JSON bodies.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Time limit for an answer of the browser.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// Options of Chromium: no window, and nothing that it does on its own account.
const OPTIONS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync";

/// A browser with one window. It ends when it is dropped.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// Kept open, because the driver may print more.
    _output: BufReader<ChildStdout>,
}

impl Browser {
    pub(crate) fn start() -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("ChromeDriver is installed");
        let mut output = BufReader::new(driver.stdout.take().unwrap());
        let port = output.by_ref().lines().find_map(|line| {
            let line = line.expect("ChromeDriver prints its port");
            line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
        });
        let port = port.expect("ChromeDriver listens");
        let mut browser = Self { driver, port, session: String::new(), _output: output };
        let wanted = json!({
            "goog:chromeOptions": {"args": OPTIONS.split(' ').collect::<Vec<_>>()},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        });
        let answer = browser.post("/session", &json!({"capabilities": {"alwaysMatch": wanted}}));
        browser.session = format!("/session/{}", answer["sessionId"].as_str().unwrap());
        browser
    }

    /// Opens a page, or a fragment of it, such as `#step=1`, in a window of this size. Returns when
    /// its script has built it.
    pub(crate) fn open(&self, page: &Path, hash: &str) {
        let metrics =
            json!({"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        self.develop("Emulation.setDeviceMetricsOverride", &metrics);
        let feature = json!([{"name": "prefers-color-scheme", "value": "light"}]);
        self.develop("Emulation.setEmulatedMedia", &json!({"features": feature}));
        let address = format!("file://{}", page.display());
        self.post("/url", &json!({ "url": address + hash }));
        self.wait_until("document.querySelector('h1') !== null");
    }

    /// Value of a JavaScript expression.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let script = format!("return {}", expression.trim());
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Chooses the value of the list that matches a selector, and leaves the list.
    pub(crate) fn choose(&self, list: &str, value: &str) {
        self.value(&format!(
            "((list) => {{ list.value = '{value}'; list.dispatchEvent(new Event('change')); }})\
             (document.querySelector('{list}'))"
        ));
    }

    /// Text of the first element that matches a selector.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector('{selector}').textContent"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Presses keys one after the other.
    pub(crate) fn press(&self, keys: &[char]) {
        let strokes = keys.iter().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key.to_string()}))
        });
        let strokes: Vec<Value> = strokes.collect();
        let actions = json!([{"type": "key", "id": "keyboard", "actions": strokes}]);
        self.post("/actions", &json!({ "actions": actions }));
    }

    /// Clicks the first element that matches a selector.
    pub(crate) fn click(&self, selector: &str) {
        // The bar with the buttons may cover it otherwise.
        let scroll =
            format!("document.querySelector('{selector}').scrollIntoView({{block: 'center'}})");
        self.value(&scroll);
        let found = self.post("/element", &json!({"using": "css selector", "value": selector}));
        let id = found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
        self.post(&format!("/element/{id}/click"), &json!({}));
    }

    /// Calls a method of the browser's own protocol.
    fn develop(&self, method: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": method, "params": parameters}))
    }

    /// A log since it was last read: `browser` for the console, `performance` for the network.
    pub(crate) fn log(&self, kind: &str) -> Vec<Value> {
        let log = self.post("/se/log", &json!({ "type": kind }));
        log.as_array().unwrap().clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_until(&self, expression: &str) {
        let started = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(started.elapsed() < TIME_LIMIT, "timeout while waiting for {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends a request of the session and returns the value of the answer.
    fn post(&self, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        let mut stream =
            TcpStream::connect(("127.0.0.1", self.port)).expect("ChromeDriver is there");
        stream.set_read_timeout(Some(TIME_LIMIT)).unwrap();
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut answer = BufReader::new(stream);
        let (mut length, mut line) = (0, String::new());
        while answer.read_line(&mut line).expect("an answer in time") > 2 {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut text = vec![0; length];
        answer.read_exact(&mut text).unwrap();
        let answer: Value = serde_json::from_slice(&text).unwrap();
        let value = answer["value"].clone();
        assert!(value.get("error").is_none(), "{path} {body}: {value}");
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser would outlive its driver. After a failed test an error must not add a panic.
        let session = &self.session;
        let request =
            format!("DELETE {session} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(TIME_LIMIT));
            let _ = stream.write_all(request.as_bytes());
            // The first byte of the answer follows the end of the browser.
            let _ = stream.read(&mut [0]);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
