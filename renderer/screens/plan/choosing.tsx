import { Folder, FileKey, FolderOpen, ListChecks, X } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { counted } from '../../../shared/vault/counted.ts';
import { isFolderPath, type SelectedPlace } from '../../../shared/vault/selection.ts';
import { actionOf } from '../../parts/plan/plan-draft.ts';
import { PlanForm } from '../../parts/plan/plan-form.tsx';
import { Unfinished } from '../../parts/plan/unfinished-list.tsx';
import type { PlanSnapshot, PlanStore } from '../../parts/plan/plan-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fields, isWrong } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Note, Row, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { showTree } from '../../workspace/side-list.tsx';
import { actionForms, actionOptions } from './action-forms.tsx';

export interface ChoosingProps {
  readonly session: SessionView;
  readonly plan: PlanStore;
  readonly snapshot: PlanSnapshot;
}

/** Selected places beside the form of the action. */
export function Choosing({ session, plan, snapshot }: ChoosingProps) {
  const { places, draft } = snapshot;
  if (places.length === 0)
    return (
      <>
        <Unfinished session={session} />
        <EmptyState
          icon={ListChecks}
          title="Nothing is selected"
          actions={
            <>
              <Button onClick={showTree}>Go to the tree</Button>
              <Button icon={FolderOpen} onClick={() => void plan.load()}>
                Load a plan…
              </Button>
            </>
          }
        >
          <p>Select names in the tree with Shift or Ctrl. Then choose from their menu.</p>
        </EmptyState>
      </>
    );
  const form = actionForms[draft.kind];
  const fields = form.fields(draft, session.sessionId);
  const wrong = isWrong(fields, draft) || actionOf(draft) === undefined;
  return (
    <PlanForm
      wrong={wrong}
      onMake={() => void plan.make()}
      subject={
        <>
          <Text as="h3" weight={600}>
            {counted(places.length, 'selected place')}
          </Text>
          <Table
            label="Selected"
            rows={places}
            columns={columnsOf(plan)}
            keyOf={({ sessionId, mount, path }) => `${sessionId} ${mount}${path}`}
          />
        </>
      }
    >
      <SelectField
        label="Action"
        value={draft.kind}
        options={actionOptions}
        onValue={(kind) => plan.setKind(kind as typeof draft.kind)}
      />
      <Note>{form.says}</Note>
      <Fields draft={draft} onDraft={(change) => plan.setDraft(change)} of={fields} />
    </PlanForm>
  );
}

function columnsOf(plan: PlanStore): readonly Column<SelectedPlace>[] {
  return [
    {
      title: 'Path',
      width: 120,
      share: 1,
      mono: true,
      text: ({ mount, path }) => mount + path,
      cell: ({ mount, path }) => (
        <Row as="span" align="center" gap={6} shrinks>
          <Icon of={isFolderPath(path) ? Folder : FileKey} size={14} />
          <Text cut>
            <NameText text={mount + path} />
          </Text>
        </Row>
      ),
    },
    {
      title: '',
      width: 48,
      cell: (place) => (
        <IconButton
          small
          icon={X}
          label={`Take ${place.mount + place.path} out`}
          onClick={() => plan.remove(place)}
        />
      ),
    },
  ];
}
