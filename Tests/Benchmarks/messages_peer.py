"""What `apus-benchmark messages` measures, by Python's websockets, with its extension in C, and json: messages_peer.py PORT FLOOD PACED."""
import asyncio
import json
import sys
import time

from websockets.asyncio.client import connect


async def messages(port: int, count: int, microseconds: int) -> tuple[float, float, int]:
    """Milliseconds to the first message, microseconds of CPU by the message after that, and a sum over them."""
    start, first, cpu, total = time.perf_counter(), 0.0, 0.0, 0
    # Without compression, as the other sides.
    async with connect(f"ws://127.0.0.1:{port}/graphql", subprotocols=["graphql-transport-ws"], compression=None) as socket:
        await socket.send('{"type":"connection_init"}')
        async for text in socket:
            message = json.loads(text)
            match message["type"]:
                case "connection_ack":
                    payload = {"query": "", "variables": {"count": count, "microseconds": microseconds}}
                    await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
                case "next":
                    if not first:
                        first, cpu = (time.perf_counter() - start) * 1000, time.process_time()
                    notice = message["payload"]["data"]["notice"]
                    total += notice["number"] + len(notice["text"].encode()) + len(notice["tags"])
                case "complete":
                    return first, (time.process_time() - cpu) * 1e6 / count, total
    raise ConnectionError("the server has not completed the operation")


async def main() -> None:
    port, flood, paced = map(int, sys.argv[1:])
    connects = sorted([(await messages(port, 1, 0))[0] for _ in range(20)])
    fast, slow = await messages(port, flood, 0), await messages(port, paced, 500)
    print(json.dumps({"connect": connects[10], "flood": fast[1], "paced": slow[1], "sum": fast[2] + slow[2]}))


asyncio.run(main())
