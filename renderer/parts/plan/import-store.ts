/** The import of a session: its destination, the file that main has read, and how its items are mapped. */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ImportFile, ImportLayout, ImportMapping, ImportPreview } from '../../../shared/vault/import.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { perSession } from '../../api/per-session.ts';
import { Store } from '../../api/store.ts';
import { planOf } from './plan-store.ts';

/** Form of the mapping step. */
export interface ImportDraft extends Omit<ImportMapping, 'keys'> {
  /** Below the mount. */
  readonly toPath: string;
  readonly layout: ImportLayout;
  readonly existing: 'skip' | 'overwrite';
  /** New names by key; an empty one leaves the key out. */
  readonly names: Readonly<Record<string, string>>;
}

export interface ImportSnapshot {
  /** Undefined before a folder was chosen to import into. */
  readonly mount: Mount | undefined;
  readonly folder: string;
  readonly file: ImportFile | undefined;
  readonly draft: ImportDraft | undefined;
  readonly preview: ImportPreview | undefined;
  readonly busy: 'reading' | 'planning' | undefined;
  readonly error: AppError | undefined;
}

const none: ImportSnapshot = {
  mount: undefined,
  folder: '',
  file: undefined,
  draft: undefined,
  preview: undefined,
  busy: undefined,
  error: undefined,
};

export class ImportStore {
  readonly #sessionId: string;
  readonly #store = new Store<ImportSnapshot>(none);
  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;
  /** Counts previews: only the latest one is shown. */
  #asked = 0;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** Imports into a folder; a file that was chosen stays. */
  into(mount: Mount, folder: string): void {
    const { draft } = this.snapshot();
    this.#store.change({ mount, folder, ...(draft && { draft: { ...draft, toPath: folder } }) });
  }

  /** Asks for a file, in a dialog of main. */
  async choose(): Promise<void> {
    await this.#read(() => vault.import.choose({ sessionId: this.#sessionId }));
  }

  async #read(work: () => Promise<ImportFile>): Promise<void> {
    const { busy, folder, draft } = this.snapshot();
    if (busy !== undefined) return;
    this.#store.change({ busy: 'reading', error: undefined });
    try {
      const file = await work();
      const { mapping, layout = 'tree' } = file;
      const { keys: _keys, ...rules } = mapping;
      this.#store.change({
        file,
        draft: {
          ...rules,
          layout,
          toPath: draft?.toPath ?? folder,
          existing: draft?.existing ?? 'skip',
          names: {},
        },
        preview: undefined,
      });
      void this.#look();
    } catch (caught) {
      const error = appErrorOf(caught);
      this.#store.change({ error: error.kind === 'cancelled' ? undefined : error });
    } finally {
      this.#store.change({ busy: undefined });
    }
  }

  /** Changes the mapping, and looks at what it makes. */
  setDraft(change: Partial<ImportDraft>): void {
    const { draft, file } = this.snapshot();
    if (draft === undefined || file === undefined) return;
    this.#store.change({ draft: { ...draft, ...change } });
    const { layout } = change;
    if (layout !== undefined && layout !== draft.layout) {
      const { importId } = file;
      void this.#read(() => vault.import.arrange({ importId, layout }));
    } else if (Object.keys(change).some((name) => name !== 'toPath' && name !== 'existing'))
      void this.#look();
  }

  async #look(): Promise<void> {
    const { file, draft } = this.snapshot();
    if (file === undefined || draft === undefined) return;
    const asked = ++this.#asked;
    try {
      const preview = await vault.import.preview({ importId: file.importId, mapping: mappingOf(draft) });
      if (asked === this.#asked) this.#store.change({ preview });
    } catch (caught) {
      if (asked === this.#asked) this.#store.change({ error: appErrorOf(caught) });
    }
  }

  /** Makes the plan; true if there is one to show. */
  async plan(): Promise<boolean> {
    const { mount, file, draft, busy } = this.snapshot();
    if (mount === undefined || file === undefined || draft === undefined || busy !== undefined) return false;
    this.#store.change({ busy: 'planning', error: undefined });
    const { existing, toPath } = draft;
    const path = toPath === '' || toPath.endsWith('/') ? toPath : `${toPath}/`;
    const to = { sessionId: this.#sessionId, mount: mount.path, path };
    const { importId, fileName, format, incomplete } = file;
    try {
      const plan = planOf(this.#sessionId);
      await plan.makeOf({ kind: 'import', to, fileName, format, incomplete, existing }, mount, () =>
        vault.import.plan({ importId, to, mapping: mappingOf(draft), existing }),
      );
      const { error } = plan.snapshot();
      this.#store.change({ error });
      return error === undefined;
    } finally {
      this.#store.change({ busy: undefined });
    }
  }

  /** Forgets the file, here and in main. */
  close(): void {
    const { file, mount, folder } = this.snapshot();
    this.#asked++;
    this.#store.set({ ...none, mount, folder });
    // Main forgets it with the session anyway.
    if (file !== undefined) void vault.import.drop({ importId: file.importId }).catch(() => undefined);
  }
}

function mappingOf({ names, ...draft }: ImportDraft): ImportMapping {
  const { folders, slashes, clashes, attachments, versions, metadata } = draft;
  return {
    folders,
    slashes,
    clashes,
    attachments,
    versions,
    metadata,
    keys: Object.entries(names).map(([from, to]) => ({ from, to })),
  };
}

/** Import of a session, made on first access. */
export const importOf = perSession(
  (sessionId) => new ImportStore(sessionId),
  (store) => store.close(),
);
