"""Passes the lines of an engine on, with what a pattern matches replaced."""
import re, subprocess, sys, threading
pattern, replacement, *command = sys.argv[1:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def forward():
    for line in sys.stdin:
        engine.stdin.write(line)
    engine.stdin.close()
threading.Thread(target=forward, daemon=True).start()
for line in engine.stdout:
    changed = re.sub(pattern, replacement, line)
    if changed.strip() or not line.strip():
        print(changed, end="", flush=True)
