// Takes out of a WebAssembly module, as Emscripten makes them, what nothing calls once some function pointers are gone from
// its data. Bodies are emptied and not removed, so that all indices stand.
// No general tool finds this out: to it, all that stands in the table of functions may be called. Which words of the data point
// into the table, and which of them nothing reads, is knowledge of the module.

/** @typedef {{ start: number, end: number }} Range */

/**
 * What nobody needs of a module, for one who knows.
 * @typedef {{
 *   pointers: (memory: Memory) => number[],
 *   unread: (memory: Memory) => number[],
 *   isUnused: (texts: string[]) => boolean,
 * }} Unneeded
 * `pointers` are the addresses of words that point at functions which nothing else points at, `unread` those of words that nothing
 * reads, and a function is unused by the texts that it mentions, such as a message of its own.
 */

/**
 * A function is kept if it is exported, called by one that is kept, or pointed at: by a constant in one that is kept, or by an
 * aligned word of the data.
 * @param {Uint8Array<ArrayBuffer>} wasm @param {Unneeded} unneeded @returns {Uint8Array<ArrayBuffer>}
 */
export function prune(wasm, { pointers, unread, isUnused }) {
  const sections = sectionsOf(wasm);
  const memory = new Memory(wasm, sections.get(11));
  const imported = importedFunctions(wasm, sections.get(2));
  const table = tableOf(wasm, sections.get(9));
  const gone = pointers(memory);
  for (const address of gone) table.delete(memory.word(address));
  for (const address of [...gone, ...unread(memory)]) memory.clearWord(address);
  const bodies = bodiesOf(wasm, sections.get(10));
  const roots = exportedFunctions(wasm, sections.get(7));
  const kept = reach(wasm, { imported, table, bodies, roots, memory, isUnused });
  return withBodies(memory.wasm, sections.get(10), bodies, (k) => kept.has(imported + k));
}

class Reader {
  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++] ?? 0;
  }
  /** LEB128, unsigned. */
  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  /** LEB128, signed; beyond 53 bits not exact. */
  signed() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return byte & 64 ? value - scale * 128 : value;
    }
  }
  /** @template T @param {() => T} item @returns {T[]} */
  list(item) {
    return Array.from({ length: this.number() }, item);
  }
  skip(count = this.number()) {
    this.at += count;
  }
}

/** @param {Uint8Array} wasm */
function sectionsOf(wasm) {
  /** @type {Map<number, Range>} */
  const found = new Map();
  for (const read = new Reader(wasm, 8); read.at < wasm.length; ) {
    const id = read.byte();
    const size = read.number();
    found.set(id, { start: read.at, end: read.at + size });
    read.skip(size);
  }
  return found;
}

/** @param {Uint8Array} wasm @param {Range | undefined} section */
const readerOf = (wasm, section) => new Reader(wasm, section?.start ?? wasm.length);

/** @param {Uint8Array} wasm @param {Range | undefined} section */
function importedFunctions(wasm, section) {
  let count = 0;
  const read = readerOf(wasm, section);
  read.list(() => {
    read.skip();
    read.skip();
    if (read.byte() !== 0) throw new Error('imports other than functions are not expected');
    read.number();
    count++;
  });
  return count;
}

/** @param {Uint8Array} wasm @param {Range | undefined} section */
function exportedFunctions(wasm, section) {
  const read = readerOf(wasm, section);
  return read.list(() => {
    read.skip();
    const kind = read.byte();
    const index = read.number();
    return kind === 0 ? index : -1;
  });
}

/** Functions by what a pointer to them is. @param {Uint8Array} wasm @param {Range | undefined} section */
function tableOf(wasm, section) {
  /** @type {Map<number, number>} */
  const table = new Map();
  const read = readerOf(wasm, section);
  read.list(() => {
    const start = placeOf(read);
    read.list(() => read.number()).forEach((index, k) => void table.set(start + k, index));
  });
  return table;
}

/** Where an active segment goes: flags 0, i32.const, end. @param {Reader} read */
function placeOf(read) {
  const [flags, constant] = [read.number(), read.byte()];
  const place = read.signed();
  if (flags !== 0 || constant !== 0x41 || read.byte() !== 0x0b)
    throw new Error('an unexpected kind of segment');
  return place;
}

/** @param {Uint8Array} wasm @param {Range | undefined} section */
function bodiesOf(wasm, section) {
  const read = readerOf(wasm, section);
  return read.list(() => {
    const size = read.number();
    const start = read.at;
    read.skip(size);
    return { start, end: start + size };
  });
}

/** What the data is when a program starts. */
export class Memory {
  /** @param {Uint8Array<ArrayBuffer>} wasm @param {Range | undefined} section */
  constructor(wasm, section) {
    this.wasm = wasm.slice();
    const read = readerOf(wasm, section);
    this.segments = read.list(() => {
      const place = placeOf(read);
      const size = read.number();
      const start = read.at;
      read.skip(size);
      return { place, start, size };
    });
    this.image = new Uint8Array(Math.max(0, ...this.segments.map(({ place, size }) => place + size)) + 8);
    for (const { place, start, size } of this.segments)
      this.image.set(wasm.subarray(start, start + size), place);
    this.view = new DataView(this.image.buffer);
  }
  /** Also where zeros are left out between segments. @param {number} address */
  holds(address) {
    return address >= (this.segments[0]?.place ?? 0) && address < this.image.length - 8;
  }
  /** @param {number} address */
  word(address) {
    return this.holds(address) ? this.view.getUint32(address, true) : 0;
  }
  /** @param {number} address */
  clearWord(address) {
    this.image.fill(0, address, address + 4);
    for (const { place, start, size } of this.segments)
      if (place < address + 4 && address < place + size)
        this.wasm.fill(0, start + Math.max(0, address - place), start + Math.min(size, address - place + 4));
  }
  /** Every aligned word that is not zero. */
  *words() {
    for (let address = 0; address < this.image.length - 8; address += 4) {
      const value = this.view.getUint32(address, true);
      if (value !== 0) yield { address, value };
    }
  }
  /** The text up to the zero that ends it. @param {number} address */
  text(address, most = 40) {
    let text = '';
    for (let at = address; at >= 0 && text.length < most && this.image[at]; at++)
      text += String.fromCharCode(this.image[at] ?? 0);
    return text;
  }
}

/**
 * @param {Uint8Array} wasm
 * @typedef {{ imported: number, table: Map<number, number>, bodies: Range[], roots: number[], memory: Memory, isUnused: (texts: string[]) => boolean }} Module
 * @param {Module} module
 */
function reach(wasm, { imported, table, bodies, roots, memory, isUnused }) {
  const work = [...roots];
  for (const { value } of memory.words()) work.push(table.get(value) ?? -1);
  /** @type {Set<number>} */
  const kept = new Set();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const body = bodies[next - imported];
    if (kept.has(next) || body === undefined) continue;
    const { called, constants } = mentioned(wasm, body);
    if (isUnused(constants.map((address) => memory.text(address)))) continue;
    kept.add(next);
    work.push(...called);
    for (const value of constants) work.push(table.get(value) ?? -1);
  }
  return kept;
}

/** Which functions a body calls, and its constants. @param {Uint8Array} wasm @param {Range} body */
function mentioned(wasm, { start, end }) {
  /** @type {number[]} */
  const called = [];
  /** @type {number[]} */
  const constants = [];
  const read = new Reader(wasm, start);
  read.list(() => {
    read.number();
    read.byte();
  });
  while (read.at < end) {
    const code = read.byte();
    if (code === 0x10) called.push(read.number());
    else if (code === 0x41) {
      const value = read.signed();
      if (!isNumber(wasm[read.at] ?? 0)) constants.push(value);
    } else skipOperands(read, code);
  }
  return { called, constants };
}

/** Whether an instruction takes the constant before it as a number: it compares, calculates or loads. @param {number} next */
const isNumber = (next) => (next >= 0x45 && next <= 0xc4) || (next >= 0x28 && next <= 0x35);

/** How many numbers follow an instruction of the first edition, where it is not the same for its neighbours. */
const OPERANDS = new Map([
  [0x02, 1], // block
  [0x03, 1], // loop
  [0x04, 1], // if
  [0x0c, 1], // br
  [0x0d, 1], // br_if
  [0x11, 2], // call_indirect
  [0x3f, 1], // memory.size
  [0x40, 1], // memory.grow
  [0x42, 1], // i64.const
]);

/** @param {Reader} read @param {number} code */
function skipOperands(read, code) {
  if (code === 0x0e) {
    read.list(() => read.number());
    read.number();
  } else if (code === 0x43) read.skip(4);
  else if (code === 0x44) read.skip(8);
  else if (code === 0xfc) skipLong(read);
  else if (code > 0xc4 || (code > 0x11 && code < 0x1a) || (code > 0x1b && code < 0x20))
    throw new Error(`an unexpected instruction: ${code}`);
  else {
    // Variables have an index; loads and stores an alignment and an offset.
    const count =
      OPERANDS.get(code) ?? (code >= 0x28 && code <= 0x3e ? 2 : code >= 0x20 && code <= 0x26 ? 1 : 0);
    for (let k = 0; k < count; k++) read.number();
  }
}

/** Conversions that saturate have no operands; memory.init and copy have two, memory.fill and data.drop one. @param {Reader} read */
function skipLong(read) {
  const code = read.number();
  if (code > 0x0b) throw new Error(`an unexpected instruction: 0xfc ${code}`);
  const count = code < 8 ? 0 : code === 8 || code === 10 ? 2 : 1;
  for (let k = 0; k < count; k++) read.number();
}

/** Size, no locals, unreachable, end. */
const EMPTY_BODY = [3, 0, 0x00, 0x0b];

/**
 * @param {Uint8Array<ArrayBuffer>} wasm @param {Range | undefined} section @param {Range[]} bodies
 * @param {(body: number) => boolean} isKept
 */
function withBodies(wasm, section, bodies, isKept) {
  if (section === undefined) return wasm;
  const parts = bodies.map(({ start, end }, k) =>
    isKept(k) ? [...leb(end - start), ...wasm.subarray(start, end)] : EMPTY_BODY,
  );
  const code = [...leb(bodies.length), ...parts.flat()];
  // The section's number and its size stand before it.
  const head = section.start - leb(section.end - section.start).length - 1;
  if (wasm[head] !== 10) throw new Error('the size of the code is written at more length than it needs');
  return Uint8Array.from([
    ...wasm.subarray(0, head),
    10,
    ...leb(code.length),
    ...code,
    ...wasm.subarray(section.end),
  ]);
}

/** @param {number} value */
function leb(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
