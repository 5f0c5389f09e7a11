import { Braces, ClipboardPaste, List } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { hasGenerated } from './draft.ts';
import type { Editing } from './editing.ts';
import { PasteKeys } from './paste-keys.tsx';

/** Buttons of the draft as a whole, where the header has those of reading. */
export function EditTools({ editing }: { readonly editing: Editing }) {
  const { mode, view, draft, summary, openText, closeText, openingText } = editing;
  const [pasting, setPasting] = useState(false);
  if (draft.json !== undefined) {
    const broken = summary.textProblem !== undefined;
    return (
      <Button
        icon={List}
        disabled={openingText || broken}
        title={broken ? 'Fix the text first, or discard it' : undefined}
        onClick={closeText}
      >
        Back to keys
      </Button>
    );
  }
  const generated = hasGenerated(draft);
  const asJson = view.keys.length === 0 ? 'Edit as JSON' : 'Edit as JSON (shows all values)';
  return (
    <>
      <Button icon={ClipboardPaste} onClick={() => setPasting(true)}>
        Paste keys…
      </Button>
      {mode !== 'patch' && (
        <Button
          icon={Braces}
          aria-label={asJson}
          disabled={generated}
          title={generated ? 'A generated password is not shown: save it first' : asJson}
          onClick={openText}
        >
          JSON
        </Button>
      )}
      {pasting && <PasteKeys editing={editing} onClose={() => setPasting(false)} />}
    </>
  );
}
