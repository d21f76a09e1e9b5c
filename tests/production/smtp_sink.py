"""A mail server for the tests: it keeps what it accepts, and can be told to stop at one message."""

import asyncio
import re
import threading
from collections.abc import Callable
from types import TracebackType


class Sink:
    """`with Sink() as sink:` listens on `sink.port`; `sink.accepted` are Message-IDs, in order.

    `on_accept(count)` runs after a message was accepted and before the sender hears of it.
    """

    def __init__(self, on_accept: Callable[[int], None] | None = None) -> None:
        self.accepted: list[str] = []
        self.bodies: list[str] = []
        self.port = 0
        self._on_accept = on_accept
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._listening = threading.Event()

    def __enter__(self) -> "Sink":
        self._thread.start()
        assert self._listening.wait(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._talk, "127.0.0.1", 0, limit=2**20)
        )
        self.port = server.sockets[0].getsockname()[1]
        self._listening.set()
        self._loop.run_forever()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(b"220 sink\r\n")
            while line := await reader.readline():
                word = line[:4].upper()
                if word == b"DATA":
                    writer.write(b"354 go on\r\n")
                    await self._take((await reader.readuntil(b"\r\n.\r\n")).decode())
                writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
                await writer.drain()
                if word == b"QUIT":
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # whoever sent is dead
        finally:
            writer.close()

    async def _take(self, message: str) -> None:
        found = re.search(r"^Message-ID: (\S+)", message, flags=re.MULTILINE | re.IGNORECASE)
        self.accepted.append(found[1] if found else "")
        self.bodies.append(message)
        if self._on_accept is not None:
            count = len(self.accepted)
            await self._loop.run_in_executor(None, self._on_accept, count)
