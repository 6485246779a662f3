"""A local server that answers as OpenML's interface does, for the tests of loading from it."""

import gzip
import hashlib
import json
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROWS = "\n".join(
    f"{i},{i % 7 / 4},{'red' if i % 3 else 'light blue'},{'yes' if i % 5 else 'no'}" for i in range(40)
)
ARFF = f"""% a comment
@RELATION shapes
@ATTRIBUTE row NUMERIC
@ATTRIBUTE size REAL
@ATTRIBUTE colour {{red,'light blue'}}
@ATTRIBUTE class {{yes,no}}
@DATA
{ROWS.replace("light blue", "'light blue'").replace("0.25", "?", 1)}
"""
SPARSE = "@RELATION s\n@ATTRIBUTE a NUMERIC\n@ATTRIBUTE class {yes,no}\n@DATA\n{0 1, 1 no}\n"


def feature(index, name, kind, *, target=False, identifier=False, missing=0):
    return {
        "index": str(index),
        "name": name,
        "data_type": kind,
        "is_target": str(target).lower(),
        "is_ignore": "false",
        "is_row_identifier": str(identifier).lower(),
        "number_of_missing_values": str(missing),
    }


FEATURES = [
    feature(0, "row", "numeric", identifier=True),
    feature(1, "size", "numeric", missing=1),
    feature(2, "colour", "nominal"),
    feature(3, "class", "nominal", target=True),
]

SUITE = {"id": "7", "name": "A few shapes", "data": {"data_id": ["61", "62", "63", "999", "66"]}}


class StandIn:
    """Serves the data sets 61 and 66 (shapes, version 1), 62 (sparse) and 63 (damaged); 64 never answers.

    Suite 7 has all of them but 64, and one that is unknown.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.file_address = ""
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self) -> "StandIn":
        self.thread.start()
        return self

    def __exit__(self, *_exception) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def answer(self, path: str) -> bytes | None:
        """The answer to a path, or None where nothing is known of it."""
        parts = path.strip("/").split("/")
        if parts[0] == "files":
            others = {"62": SPARSE, "63": "no table at all", "66": ARFF.replace(",no", ",nay")}
            return others.get(parts[1], ARFF).encode()
        known = {"61": "shapes", "62": "sparse", "63": "damaged", "64": "slow", "65": "elsewhere"}
        known["66"] = "moreshapes"
        if parts[-2] == "study":
            return json.dumps({"study": SUITE}).encode() if parts[-1] == "7" else None
        if "data_name" in parts:
            found = [number for number, name in known.items() if name == parts[parts.index("data_name") + 1]]
            one = [{"did": int(number), "version": 1, "status": "active"} for number in found]
            return json.dumps({"data": {"dataset": one}}).encode() if one else None
        number = parts[-1]
        if number not in known:
            return None
        if number == "64":
            time.sleep(5)
        if parts[-2] == "features":
            return json.dumps({"data_features": {"feature": FEATURES}}).encode()
        if parts[-2] == "qualities":
            quality = [{"name": "NumberOfInstances", "value": "40.0"}]
            return json.dumps({"data_qualities": {"quality": quality}}).encode()
        return json.dumps({"data_set_description": self._description(number, known[number])}).encode()

    def _description(self, number: str, name: str) -> dict[str, str]:
        content = self.answer(f"/files/{number}") or b""
        return {
            "id": number,
            "name": name,
            "version": "1",
            "format": "Sparse_ARFF" if number == "62" else "ARFF",
            "status": "active",
            "description": "made for a test",
            "url": self.file_address if number == "65" else f"{self.address}/files/{number}",
            "md5_checksum": hashlib.md5(content).hexdigest(),
        }

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        standin = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                standin.asked.append(self.path)
                found = standin.answer(self.path)
                body = gzip.compress(found or b'{"error": {"code": "111", "message": "Unknown dataset"}}')
                self.send_response(412 if found is None else 200)
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with suppress(BrokenPipeError):  # who asked has given up
                    self.wfile.write(body)

            def log_message(self, *_said: object) -> None:
                """Say nothing."""

        return Handler
