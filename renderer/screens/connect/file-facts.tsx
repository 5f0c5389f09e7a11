import { CircleAlert, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { FileDescription, FileHandle } from '../../../shared/vault/connection.ts';
import { Button } from '../../ui/button.tsx';
import { CertificateList } from '../../ui/certificate-chain.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { aMinute, useNow } from '../../ui/now.ts';
import { validityOf } from '../../ui/validity.ts';
import css from './file-facts.module.css';

/** Certificates shown at first: a bundle of all public authorities has 150. */
const shownAtOnce = 2;

export interface FileFactsProps {
  readonly file: FileHandle;
  readonly description: FileDescription;
}

/** Content of a chosen file: its format, its certificates, its key, and any problem with it. */
export function FileFacts({ file, description }: FileFactsProps) {
  const { certificates, privateKey, problem } = description;
  const [all, setAll] = useState(false);
  const shown = all ? certificates : certificates.slice(0, shownAtOnce);
  const locked = problem?.kind === 'tls' && problem.reason === 'client-key-encrypted';
  return (
    <Stack gap={8} shrinks role="group" aria-label={`Content of ${file.name}`}>
      <Row wrap gap={6}>
        <Chip>{formWords(description)}</Chip>
        {certificates.length > 0 && <Chip>{counted(certificates.length, 'certificate')}</Chip>}
        <KeyChip privateKey={privateKey} />
        <ExpiryChip certificates={certificates} />
      </Row>
      {problem !== undefined && !locked && (
        <p role="alert" className={css['problem']} data-selectable>
          <Icon of={CircleAlert} size={14} />
          <span>
            {problem.message} {problem.hint}
          </span>
        </p>
      )}
      {(locked || privateKey === 'encrypted') && (
        <p className={css['note']}>
          <Icon of={LockKeyhole} size={14} />
          Its passphrase is asked for at every login.
        </p>
      )}
      {shown.length > 0 && <CertificateList label={`Certificates of ${file.name}`} certificates={shown} />}
      {certificates.length > shownAtOnce && (
        <Button
          small
          variant="ghost"
          className={css['more']}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show all ${grouped(certificates.length)}`}
        </Button>
      )}
    </Stack>
  );
}

function formWords({ form, files }: FileDescription): string {
  switch (form) {
    case 'pem':
      return 'PEM';
    case 'pkcs12':
      return 'PKCS#12';
    case 'folder':
      return files === 1 ? 'Folder of 1 file' : `Folder of ${String(files)} files`;
    case 'unknown':
      return 'Unknown form';
  }
}

function KeyChip({ privateKey }: Pick<FileDescription, 'privateKey'>) {
  switch (privateKey) {
    case 'none':
      return null;
    case 'plain':
      return <Chip>private key</Chip>;
    case 'encrypted':
      return <Chip>private key, encrypted</Chip>;
  }
}

/** Counts the expired and expiring certificates: the list below shows only a few of them. */
function ExpiryChip({ certificates }: Pick<FileDescription, 'certificates'>) {
  const count = (tone: Tone, nowMs: number) =>
    certificates.filter((certificate) => validityOf(certificate, nowMs).tone === tone).length;
  const dead = useNow((nowMs) => count('danger', nowMs), aMinute);
  const soon = useNow((nowMs) => count('warn', nowMs), aMinute);
  return dead + soon === 0 ? null : (
    <Chip tone={dead > 0 ? 'danger' : 'warn'}>{expiryWords(certificates.length, dead, soon)}</Chip>
  );
}

function expiryWords(all: number, dead: number, soon: number): string {
  const which = (count: number, one: string, many: string): string =>
    all === 1 ? one : `${String(count)} ${many}`;
  return [
    ...(dead === 0 ? [] : [which(dead, 'not valid now', 'not valid now')]),
    ...(soon === 0 ? [] : [which(soon, 'expires soon', soon === 1 ? 'expires soon' : 'expire soon')]),
  ].join(', ');
}
