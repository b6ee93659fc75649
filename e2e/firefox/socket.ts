import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A WebSocket of texts [RFC 6455] to a server on this machine, as far as a browser under test needs one. */
export interface TextSocket {
  send(text: string): void;
  close(): void;
}

const TEXT = 0x81;
const CLOSE = 0x88;
/** Lengths from here on stand in two bytes, or in eight. */
const IN_TWO = 126;
const IN_EIGHT = 127;

export async function openSocket(url: URL, onText: (text: string) => void): Promise<TextSocket> {
  const socket = connect(Number(url.port), url.hostname);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  await greeted(socket, framesTo(onText));
  return {
    send: (text) => socket.write(frame(TEXT, Buffer.from(text))),
    close: () => {
      socket.on('error', () => {});
      socket.end(frame(CLOSE, Buffer.alloc(0)));
    },
  };
}

/** What follows the server's greeting goes on to `then`. */
function greeted(socket: Socket, then: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let isOpen = false;
    socket.on('error', reject);
    socket.on('data', (bytes: Buffer) => {
      if (isOpen) return then(bytes);
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!head.toString('latin1').startsWith('HTTP/1.1 101')) reject(new Error(head.toString('latin1')));
      isOpen = true;
      resolve();
      then(head.subarray(end + 4));
    });
  });
}

/** What a client sends is masked. */
function frame(kind: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < IN_TWO ? 2 : length < 0x10000 ? 4 : 10);
  head[0] = kind;
  head[1] = 0x80 | (length < IN_TWO ? length : length < 0x10000 ? IN_TWO : IN_EIGHT);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ (mask[i % 4] ?? 0))]);
}

/** Joins what comes into texts: a frame may come in pieces, and a text in frames. */
function framesTo(onText: (text: string) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0);
  let parts: Buffer[] = [];
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= 2) {
      const [kind, short] = [waiting.readUInt8(0), waiting.readUInt8(1) & 0x7f];
      const start = short === IN_TWO ? 4 : short === IN_EIGHT ? 10 : 2;
      if (waiting.length < start) return;
      const length =
        start === 4 ? waiting.readUInt16BE(2) : start === 10 ? Number(waiting.readBigUInt64BE(2)) : short;
      if (waiting.length < start + length) return;
      const payload = waiting.subarray(start, start + length);
      waiting = waiting.subarray(start + length);
      // 0 goes on with a text, 1 begins one; the rest is about the connection.
      if ((kind & 0x0f) > 1) continue;
      parts.push(payload);
      if ((kind & 0x80) === 0) continue;
      const text = Buffer.concat(parts).toString();
      parts = [];
      onText(text);
    }
  };
}
