import { CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { dismissNotice, type Notice } from './actions.ts';
import css from './entry-actions.module.css';

/** Display time of a notice in milliseconds; one with a warning stays until dismissed. */
export const noticeMs = 20_000;

/** Notice of a finished action, with undo. The window's live region has announced it already. */
export function ActionNotice({ notice }: { readonly notice: Notice }) {
  const { id, text, warnings, undo } = notice;
  const stays = warnings.length > 0;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => dismissNotice(id), noticeMs);
    return () => clearTimeout(timer);
  }, [id, stays]);
  const dismiss = (): void => dismissNotice(id);
  return (
    <section className={css['notice']} aria-label="Done">
      <Icon of={CircleCheck} className={css['noticeIcon']} />
      <Stack shrinks breaks>
        <p>{text}</p>
        {warnings.map((warning) => (
          <Text as="p" key={warning} tone="warn" size={12} data-selectable>
            {warning}
          </Text>
        ))}
      </Stack>
      {undo !== undefined && (
        <Button
          small
          onClick={() => {
            dismiss();
            undo.run();
          }}
        >
          {undo.label}
        </Button>
      )}
      <IconButton small icon={X} label="Close" tooltipSide="top" onClick={dismiss} />
    </section>
  );
}
