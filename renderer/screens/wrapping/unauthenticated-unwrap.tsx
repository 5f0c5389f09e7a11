import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { UnwrapToken } from './unwrap-token.tsx';
import { UnwrapWork } from './unwrap-work.ts';
import css from './wrapping.module.css';
import { takeFocus } from '../../ui/focus.ts';

export interface UnauthenticatedUnwrapProps {
  readonly target: ConnectionTarget;
  readonly name: string;
  /** Returns to the connect screen. */
  readonly onClose: () => void;
}

/** Unwraps a token without a login: an address and the token are enough. */
export function UnauthenticatedUnwrap({ target, name, onClose }: UnauthenticatedUnwrapProps) {
  const [work] = useState(() => new UnwrapWork({ target, name }));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    takeFocus(heading.current);
    // The token is forgotten with the screen; a result stays with main.
    return work.clear;
  }, [work]);
  return (
    <div className={css['bare']} data-unauthenticated>
      <header className={css['bareHead']}>
        <Button small icon={ArrowLeft} onClick={onClose}>
          Back
        </Button>
        <Stack shrinks>
          {name !== '' && !target.address.endsWith(`//${name}`) && (
            <Text cut weight={600}>
              {name}
            </Text>
          )}
          <Text cut data-mono>
            {target.address}
          </Text>
        </Stack>
        <Text push tone="dim" size={12}>
          Not logged in
        </Text>
      </header>
      <main className={css['screen']}>
        <div className={css['column']}>
          <header>
            <Text as="h1" ref={heading} tabIndex={-1} size="title" weight={650} leading={26}>
              Unwrap a token
            </Text>
            <Text as="p" tone="dim">
              A wrapping token can be unwrapped once, without a login. Checking does not use the token.
            </Text>
          </header>
          <UnwrapToken work={work} form="header" loggedIn={false} />
        </div>
      </main>
    </div>
  );
}
