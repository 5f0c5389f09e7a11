/** Reads a tar archive as a stream, without keeping its files. Sizes: octal, base-256 and PAX records. */

export interface TarListener {
  /** A file begins. */
  readonly begin: (name: string) => void;
  /** Next bytes of the current file. */
  readonly data: (chunk: Buffer) => void;
}

const BLOCK = 512;
/** Limit of a PAX header in bytes; a longer one is refused. */
const LONGEST_PAX = 64 * 1024;

/** `take` throws `RangeError` if the input is not a tar archive. */
export class TarReader {
  readonly #listener: TarListener;
  #header = Buffer.alloc(0);
  /** Bytes left of the current file, and of the padding behind it. */
  #left = 0;
  #padding = 0;
  #isPax = false;
  #pax = '';
  #sizeFromPax: number | undefined;

  constructor(listener: TarListener) {
    this.#listener = listener;
  }

  /** True if the archive can end here: no file is half read. */
  get isAtBoundary(): boolean {
    return this.#left === 0 && this.#padding === 0 && this.#header.length === 0;
  }

  take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const part = chunk.subarray(at, at + this.#left);
        at += part.length;
        this.#left -= part.length;
        this.#taken(part);
      } else if (this.#padding > 0) {
        const skipped = Math.min(this.#padding, chunk.length - at);
        at += skipped;
        this.#padding -= skipped;
      } else {
        const part = chunk.subarray(at, at + BLOCK - this.#header.length);
        at += part.length;
        this.#header = Buffer.concat([this.#header, part]);
        if (this.#header.length === BLOCK) this.#begin();
      }
    }
  }

  #taken(part: Buffer): void {
    if (!this.#isPax) {
      this.#listener.data(part);
      return;
    }
    this.#pax += part.toString('latin1');
    if (this.#left === 0) this.#sizeFromPax = paxSize(this.#pax);
  }

  #begin(): void {
    const header = this.#header;
    this.#header = Buffer.alloc(0);
    // An archive ends with two empty blocks.
    if (header.every((byte) => byte === 0)) return;
    if (header.toString('latin1', 257, 262) !== 'ustar') throw new RangeError('not a tar archive');
    const type = String.fromCharCode(header[156] ?? 0);
    this.#isPax = type === 'x' || type === 'g';
    const size = this.#isPax ? sizeIn(header) : (this.#sizeFromPax ?? sizeIn(header));
    if (!Number.isSafeInteger(size) || size < 0 || (this.#isPax && size > LONGEST_PAX))
      throw new RangeError('not a size');
    this.#left = size;
    this.#padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (this.#isPax) {
      this.#pax = '';
      return;
    }
    this.#sizeFromPax = undefined;
    this.#listener.begin(textIn(header, 0, 100));
  }
}

function textIn(header: Buffer, from: number, length: number): string {
  const bytes = header.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? length : end);
}

function sizeIn(header: Buffer): number {
  const field = header.subarray(124, 136);
  // The highest bit marks a binary number in the bytes that follow.
  if (((field[0] ?? 0) & 0x80) !== 0) return Number(field.readBigUInt64BE(4));
  return Number.parseInt(textIn(header, 124, 12).trim() || '0', 8);
}

/** A record is `LENGTH size=BYTES` and a line break. */
function paxSize(text: string): number | undefined {
  const found = /^\d+ size=(\d+)$/m.exec(text);
  return found === null ? undefined : Number(found[1]);
}
