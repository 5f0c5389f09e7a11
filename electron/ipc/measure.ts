/**
 * How big an input may be. Measured before a schema looks at it, without recursion and only until the limit is passed,
 * so that no input of a hostile renderer costs main more than its limit.
 */
import type { CallName } from '../../shared/ipc/contract.ts';

/** Bytes; strings are counted as two a character, as main holds them. */
export const defaultLimitBytes = 64 * 1024;

/** Calls that carry a whole entry: the client's largest body (32 MiB) as UTF-16 is the most that can be of use. */
const limits: Partial<Record<CallName, number>> = {
  'entry.save': 2 * 34 * 1024 * 1024,
  'entry.saveOver': 2 * 34 * 1024 * 1024,
  'entry.merge': 2 * 34 * 1024 * 1024,
  'entry.checkSave': 2 * 34 * 1024 * 1024,
  'entry.create': 2 * 34 * 1024 * 1024,
  'entry.patchUnread': 2 * 34 * 1024 * 1024,
  'entry.parseKeys': 2 * 34 * 1024 * 1024,
  'clipboard.copyText': 2 * 34 * 1024 * 1024,
  'clipboard.copySecretText': 2 * 34 * 1024 * 1024,
  // A draft is an entry written as JSON inside JSON.
  'draft.put': 4 * 34 * 1024 * 1024,
  // Custom metadata as it was and as it is to be: 64 pairs of 640 characters each.
  'entry.setMetadata': 512 * 1024,
  // Ten thousand versions.
  'entry.deleteVersions': 256 * 1024,
  'entry.undelete': 256 * 1024,
  'entry.destroyVersions': 256 * 1024,
  'console.send': 2 * 34 * 1024 * 1024,
  'console.copyAs': 2 * 34 * 1024 * 1024,
  'wrapping.wrap': 2 * 34 * 1024 * 1024,
  // A hundred thousand accessors.
  'token.revokeMany': 16 * 1024 * 1024,
  'token.create': 2 * 1024 * 1024,
  // Two hundred tabs and five hundred favourites with long paths.
  'workspace.save': 8 * 1024 * 1024,
};

/** The most that a call's input may measure, in bytes. */
export function limitOf(name: CallName): number {
  return limits[name] ?? defaultLimitBytes;
}

const PER_VALUE_BYTES = 8;

/**
 * True when an input is larger than `limitBytes`, or holds what no call takes: anything but plain objects, arrays,
 * strings, finite numbers, booleans, null and undefined (a structured clone may bring maps, buffers, cycles).
 */
export function isUnacceptable(input: unknown, limitBytes: number): 'too-large' | 'not-plain' | undefined {
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
          // A sparse array says a length that it does not pay for.
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
  return undefined;
}
