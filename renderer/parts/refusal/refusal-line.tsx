import { Copy, ShieldQuestionMark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { copyPlainText } from '../value/copy-plain-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, Row } from '../../ui/layout.tsx';
import { lazily } from '../../ui/lazily.ts';
import { Needs, neededOf, ruleFor, type RefusalCardProps } from './needs.tsx';

const RefusalDialog = lazily(() => import('./refusal-dialog.tsx'), 'RefusalDialog');

/** A refusal in one line: the missing capability, a button that copies the rule, and one that asks for the reason. */
export function RefusalLine(props: RefusalCardProps) {
  const [asked, setAsked] = useState(false);
  const needed = neededOf(props);
  return (
    <Row as="section" align="center" gap={2} size={12} leading={18} aria-label="Not permitted">
      <Box shrinks grow breaks>
        <Needs {...needed} title={props.title} />
      </Box>
      {props.actions}
      <IconButton
        small
        icon={Copy}
        label="Copy policy rule"
        onClick={() => void copyPlainText(ruleFor(needed), 'Policy rule')}
      />
      <IconButton
        small
        icon={ShieldQuestionMark}
        label="Why was I refused?"
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
      />
      {asked && (
        <Suspense fallback={null}>
          <RefusalDialog {...props} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </Row>
  );
}
