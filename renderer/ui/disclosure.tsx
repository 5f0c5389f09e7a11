import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import css from './disclosure.module.css';
import { Icon } from './icon.tsx';
import { Box } from './layout.tsx';

export interface DisclosureProps {
  readonly title: ReactNode;
  /** Short summary at the right of the title, e.g. of the settings inside. */
  readonly note?: ReactNode;
  readonly initiallyOpen?: boolean;
  /** Controlled if both are given. */
  readonly open?: boolean | undefined;
  readonly onOpen?: ((open: boolean) => void) | undefined;
  readonly children: ReactNode;
}

/** A title that expands the content below it. */
export function Disclosure({ title, note, initiallyOpen = false, open, onOpen, children }: DisclosureProps) {
  const id = useId();
  const [own, setOwn] = useState(initiallyOpen);
  const isOpen = open ?? own;
  return (
    <div>
      <button
        type="button"
        className={css['trigger']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOwn(!isOpen);
          onOpen?.(!isOpen);
        }}
      >
        <Icon of={ChevronRight} className={css['chevron']} />
        {title}
        {note !== undefined && (
          <Box as="span" push tone="dim" size={12} weight={400}>
            {note}
          </Box>
        )}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
