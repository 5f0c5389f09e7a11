import { FileDown, FileUp } from 'lucide-react';
import { ContextMenu } from '../../../ui/context-menu.tsx';
import type { MenuItem } from '../../../ui/menu-popup.tsx';
import type { FileForm } from './value-file.ts';

export interface FileMenuProps {
  /** Window coordinates in px. */
  readonly at: { readonly x: number; readonly y: number };
  /** Undefined: the value cannot be changed here. */
  readonly onFrom?: ((as: 'auto' | 'base64') => void) | undefined;
  /** Undefined: the key has no saved value. */
  readonly onTo: ((as: FileForm) => void) | undefined;
  /** Other actions on the value; they come first. */
  readonly first?: readonly MenuItem[];
  readonly onClose: () => void;
}

/** Fills a value from a file, or writes the saved one to a file. */
export function FileMenu({ at, onFrom, onTo, first = [], onClose }: FileMenuProps) {
  const from = (label: string, as: 'auto' | 'base64'): MenuItem => ({
    label,
    icon: FileUp,
    onSelect: () => {
      onFrom?.(as);
    },
  });
  const to = (label: string, as: FileForm): MenuItem => ({
    label,
    icon: FileDown,
    onSelect: () => {
      onTo?.(as);
    },
  });
  const items: readonly MenuItem[] = [
    ...(first.length === 0 ? [] : [...first, 'separator' as const]),
    ...(onFrom === undefined
      ? []
      : [from('From a file…', 'auto'), from('From a file, as base64…', 'base64')]),
    ...(onFrom === undefined || onTo === undefined ? [] : (['separator'] as const)),
    ...(onTo === undefined
      ? []
      : [
          to(onFrom === undefined ? 'Save to a file…' : 'Saved value to a file…', 'text'),
          to('Decoded from base64 to a file…', 'decoded-base64'),
        ]),
  ];
  return <ContextMenu at={at} items={items} onClose={onClose} />;
}
