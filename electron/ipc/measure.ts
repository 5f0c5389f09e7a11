/**
 * Size of an input. Measured before a schema looks at it, without recursion and only until the limit is passed, so
 * that no input of a hostile renderer costs main more than its limit.
 */
const PER_VALUE_BYTES = 8;

/**
 * Bytes of an input; `too-large` if it is larger than `limitBytes`, `not-plain` if it holds a value that no call
 * takes: anything but plain objects, arrays, strings, finite numbers, booleans, null and undefined (a structured
 * clone can bring maps, buffers, cycles).
 */
export function measure(input: unknown, limitBytes: number): number | 'too-large' | 'not-plain' {
  let bytes = 0;
  const waiting: unknown[] = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    bytes += PER_VALUE_BYTES;
    switch (typeof value) {
      case 'string':
        bytes += value.length * 2;
        break;
      case 'number':
        if (!Number.isFinite(value)) return 'not-plain';
        break;
      case 'boolean':
      case 'undefined':
        break;
      case 'object': {
        if (value === null) break;
        if (Array.isArray(value)) {
          // A sparse array has a length that it does not pay for.
          if (value.length * PER_VALUE_BYTES > limitBytes) return 'too-large';
          for (const item of value) waiting.push(item);
          break;
        }
        if (Object.getPrototypeOf(value) !== Object.prototype) return 'not-plain';
        for (const [key, item] of Object.entries(value)) {
          bytes += key.length * 2;
          waiting.push(item);
        }
        break;
      }
      default:
        return 'not-plain';
    }
    // A cycle ends here too: it passes any limit.
    if (bytes > limitBytes) return 'too-large';
  }
  return bytes;
}
