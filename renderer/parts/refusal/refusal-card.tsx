import { Copy, ShieldQuestionMark } from 'lucide-react';
import { use, useState } from 'react';
import { copyPlainText } from '../value/copy-plain-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, Row } from '../../ui/layout.tsx';
import { FullRefusal } from './full-refusal.tsx';
import { Needs, neededOf, ruleFor, type RefusalCardProps } from './needs.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import { RefusalsInLine } from './refusal-session.ts';

/** A refusal: a card in the main area, one line in a drawer or beside a list. */
export function RefusalCard(props: RefusalCardProps) {
  return use(RefusalsInLine) ? <RefusalLine {...props} /> : <FullRefusal {...props} />;
}

/** A refusal in one line: the missing capability, a button that copies the rule, and one that asks for the reason. */
function RefusalLine(props: RefusalCardProps) {
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
      {asked && <RefusalDialog {...props} onClose={() => setAsked(false)} />}
    </Row>
  );
}
