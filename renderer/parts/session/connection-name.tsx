import type { SessionView } from '../../../shared/ipc/contract.ts';
import { Row, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { EnvironmentTag } from './environment-tag.tsx';
import { ProfileBadge } from './profile-badge.tsx';

export interface ConnectionNameProps {
  readonly session: SessionView;
  /** Letters of its badge. */
  readonly letters: string | undefined;
}

/** A connection in a line of text: badge, name, namespace and environment. */
export function ConnectionName({ session, letters }: ConnectionNameProps) {
  const { colour, name, namespace } = session;
  return (
    <Row as="span" align="center" gap={6} shrinks>
      <ProfileBadge hidden tiny colour={colour} letters={letters} />
      <Text cut>
        <NameText text={namespace === '' ? name : `${name} · ${namespace}`} />
      </Text>
      <EnvironmentTag whole session={session} />
    </Row>
  );
}

/** The same as a plain text: `Team · ops (production)`. */
export function connectionWords({ name, namespace, environment = '' }: SessionView): string {
  const within = namespace === '' ? name : `${name} · ${namespace}`;
  return environment === '' ? within : `${within} (${environment})`;
}
