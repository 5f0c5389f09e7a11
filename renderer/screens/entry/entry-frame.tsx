import { createContext, use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Box, Stack } from '../../ui/layout.tsx';
import css from './entry-screen.module.css';

/** Places of the frame that content further inside fills. */
interface Places {
  readonly foot: HTMLElement | null;
  readonly tools: HTMLElement | null;
  readonly setTools: (element: HTMLElement | null) => void;
}

const FramePlaces = createContext<Places | undefined>(undefined);

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
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ foot, tools, setTools }), [foot, tools]);
  return (
    <FramePlaces value={places}>
      <Stack grow shrinks low>
        <div className={css['scroll']}>
          {header}
          {children}
        </div>
        <Box ref={setFoot} rigid />
      </Stack>
    </FramePlaces>
  );
}

/** Renders its children at the foot of the frame around it. */
export function InFoot({ children }: { readonly children: ReactNode }) {
  const foot = use(FramePlaces)?.foot ?? null;
  return foot === null ? null : createPortal(children, foot);
}

/** Main buttons of the header: while reading its children, while editing those of the editor, in the same room. */
export function HeaderTools({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={use(FramePlaces)?.setTools} className={css['tools']}>
      {children}
    </div>
  );
}

/** Renders its children among the main buttons of the header. */
export function InTools({ children }: { readonly children: ReactNode }) {
  const tools = use(FramePlaces)?.tools ?? null;
  return tools === null ? null : createPortal(children, tools);
}
