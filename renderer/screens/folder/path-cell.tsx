import { FileKey } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import css from './folder.module.css';

/** Path of an entry in a cell; `children` follow it. */
export function PathCell({ path, children }: { readonly path: string; readonly children?: ReactNode }) {
  return (
    <Row as="span" align="center" gap={6} shrinks>
      <Icon of={FileKey} size={15} className={css['glyph']} />
      <Text cut data-mono>
        <NameText text={path} />
      </Text>
      {children}
    </Row>
  );
}
