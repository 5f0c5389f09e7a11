import { createContext, use, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Box, Stack } from '../../ui/layout.tsx';
import css from './entry-screen.module.css';

const Foot = createContext<HTMLElement | null>(null);

export interface EntryFrameProps {
  readonly header: ReactNode;
  readonly children: ReactNode;
}

/**
 * Frame of an entry: its header, the content that scrolls along with it, and a fixed foot. One frame for all states:
 * a header per state would lose its open menu and the focus each time the entry loads, is edited or read again.
 */
export function EntryFrame({ header, children }: EntryFrameProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <Foot value={foot}>
      <Stack grow shrinks low>
        <div className={css['scroll']}>
          {header}
          {children}
        </div>
        <Box ref={setFoot} rigid />
      </Stack>
    </Foot>
  );
}

/** Renders its children at the foot of the frame around it. */
export function InFoot({ children }: { readonly children: ReactNode }) {
  const foot = use(Foot);
  return foot === null ? null : createPortal(children, foot);
}
