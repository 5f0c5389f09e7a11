/** Finds entries below a folder that differ from their template. Values are read, and only kinds of problems leave. */
import type { MountPath } from '../../shared/vault/mount.ts';
import { templateName } from '../../shared/vault/template.ts';
import type { DeviatingEntry } from '../../shared/vault/template.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import { readEntry } from '../core/entries/reading.ts';
import type { Session } from '../core/session/session.ts';
import { folderOf, templatesOf } from '../core/templates/find.ts';
import type { TemplatePlace } from '../core/templates/find.ts';
import { deviationsOf } from '../core/templates/template.ts';
import { eachBounded } from './bounded.ts';
import type { FindingsWork } from './jobs.ts';
import type { Pace } from './pace.ts';
import { walkSelection } from './selected-entries.ts';

/** Work that reads each entry that has a template, within the pace of the session. */
export function deviationsBelow(
  session: Session,
  { mount: at, path: folder }: { readonly mount: MountPath; readonly path: string },
  { pace, files }: { readonly pace: Pace; readonly files: TemplatePlace['files'] },
): FindingsWork<DeviatingEntry> {
  return async ({ total, step, found, unread, signal }) => {
    const mount = await session.mounts.at(at, signal);
    const templates = templatesOf({ session, mount, files }, signal, pace.run);
    let compared = 0;
    return walkSelection([{ sessionId: session.sessionId, mount: at, path: folder }], {
      sessionOf: () => session,
      paceOf: () => pace,
      count: () => undefined,
      unread,
      signal,
      onEntries: async (entries) => {
        const [first] = entries;
        const template = first && (await templates.of(folderOf(first.path)));
        if (template === undefined) return;
        const wanted = entries.filter(({ path }) => !`/${path}`.endsWith(`/${templateName}`));
        total((compared += wanted.length));
        await eachBounded(wanted, pace.allowed(), signal, async ({ path }) => {
          try {
            const { content } = await pace.run(() => readEntry(session, mount, path, undefined, signal));
            const deviations = deviationsOf(template, content.members);
            if (deviations.length > 0)
              found({ path: mount.path + path, template: template.path, deviations });
          } catch (failure) {
            signal.throwIfAborted();
            const error = asAppError(failure);
            if (isTrouble(error)) throw failure;
            unread(mount.path + path, error.message);
          }
          step();
        });
      },
    });
  };
}
