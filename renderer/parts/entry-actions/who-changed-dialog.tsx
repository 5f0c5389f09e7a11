import { auditCommand, auditPath } from '../../../shared/vault/audit-lookup.ts';
import { copyText } from '../../api/app.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CopyableText } from '../answer/copyable-text.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import css from './entry-actions.module.css';
import { isVersioned } from './words.ts';

/** Explains how to find the author of a change: Vault does not record it, its audit log does. */
export function WhoChangedDialog({
  action,
}: {
  readonly action: EntryAction & { readonly kind: 'who-changed' };
}) {
  const { mount, path } = action.place;
  return (
    <Dialog open wide title="Who changed this?" onClose={dismissAction}>
      <div className={css['who']}>
        <p>
          The server does not store who wrote {isVersioned(mount) ? 'a version' : 'an entry'}. The audit log
          does, if the server has an audit device.
        </p>
        <Facts>
          <Fact name="Request path">
            <CopyableText text={auditPath(mount, path)} what="the request path" copy={copyText} />
          </Fact>
          <Fact name="Command">
            <CopyableText text={auditCommand(mount, path)} what="the command" copy={copyText} />
          </Fact>
        </Facts>
      </div>
    </Dialog>
  );
}
