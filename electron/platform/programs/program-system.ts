/**
 * Programs on Linux: the socket, and the proof of who is at its other end. Only our own launcher, run by our own user
 * in our own view of the file system, is heard; it is known by its content, not by its name.
 */
import { readlinkSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { ProgramConnection, ProgramSystem } from '../../core/program-system.ts';
import { longestAnswer, longestRequest } from '../../core/program-system.ts';
import { framesOf } from './frames.ts';
import type { Frames } from './frames.ts';
import { makeFileReader } from './files.ts';
import { peerOf } from './peer.ts';
import type { Peer } from './peer.ts';
import { folderAt, processAt, statusOf, surroundingsOf } from './processes.ts';
import { socketPath } from './runtime-folder.ts';
import { openSocket } from './socket.ts';

/** Connections whose request has not been answered, at once. */
const MOST_ASKING = 8;
/** All connections at once: those of leases, mounts and agents stay. */
const MOST_OPEN = 64;

/** Answer to a connection too many. */
const tooMany = {
  error: {
    code: 'busy',
    message: 'Too many programs ask Strongroom at once.',
    advice: 'Run the command again.',
  },
};

export interface ProgramSystemOptions {
  /** Path of our launcher. */
  readonly launcher: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds for the first frame of a connection, and for taking an answer. */
  readonly patienceMs?: number;
  readonly log: (line: string) => void;
}

/** Makes the system's part; undefined where there is no `/proc`. */
export function makeProgramSystem(options: ProgramSystemOptions): ProgramSystem {
  const { launcher, environment, patienceMs = 10_000, log } = options;
  const uid = process.getuid?.() ?? -1;
  const isOffered = process.platform === 'linux' && uid >= 0;
  const path = isOffered ? socketPath(environment, uid) : '';
  const files = makeFileReader();
  const limits = { longestIn: longestRequest, longestOut: longestAnswer, patienceMs };

  /** True if the process runs our launcher as our user, and sees our files under our names. */
  async function isOurs(peer: Peer, own: { readonly sha256: string; readonly mounts: string }) {
    if (peer.uid !== uid || statusOf(peer.pid)?.start !== peer.start) return false;
    const proc = `/proc/${String(peer.pid)}`;
    const [mounts, sha256] = await Promise.all([
      // A process that cannot be read is not ours.
      readlink(`${proc}/ns/mnt`).catch(() => ''),
      files.executableOf(peer.pid).then(
        (file) => file.sha256,
        () => '',
      ),
    ]);
    return mounts === own.mounts && sha256 === own.sha256 && peer.isAlive();
  }

  return {
    socket: () => path,
    filesOf: files.filesOf,
    filesOfProcess: files.filesOfProcess,
    processAt,
    surroundingsOf,
    folderAt,
    isRunning: ({ pid, start }) => statusOf(pid)?.start === start,
    open: async (serve) => {
      if (!isOffered) throw new Error('Programs are served on Linux only.');
      const { sha256 } = await files.fileAt(launcher);
      const own = { sha256, mounts: readlinkSync('/proc/self/ns/mnt') };
      let asking = 0;
      let all = 0;

      async function connected(socket: Socket): Promise<void> {
        const frames = framesOf(socket, limits);
        if (asking >= MOST_ASKING || all >= MOST_OPEN) {
          await frames.send(tooMany);
          frames.end();
          return;
        }
        asking++;
        all++;
        const settle = once(() => asking--);
        let peer: Peer | undefined;
        try {
          peer = await peerOf(socket, launcher);
          if (peer === undefined || !(await isOurs(peer, own))) log('a program was refused at the socket');
          else await serve(connectionOf(frames, peer, settle, own));
        } catch {
          // Of the connection alone; nothing of it is told further.
          log('a connection of a program failed');
        } finally {
          settle();
          all--;
          peer?.end();
          frames.end();
        }
      }

      function connectionOf(
        frames: Frames,
        peer: Peer,
        settle: () => void,
        self: typeof own,
      ): ProgramConnection {
        return {
          ...frames,
          settle,
          surroundings: () => surroundingsOf(peer.pid),
          isSame: () => isOurs(peer, self),
        };
      }

      const { close } = await openSocket(path, uid, (socket) => void connected(socket));
      return close;
    },
  };
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}
