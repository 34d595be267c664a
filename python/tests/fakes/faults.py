"""The fault that a test plants in a fake package."""

import os


def planted(fault):
    return os.environ.get("FAULT") == fault
