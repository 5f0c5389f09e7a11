import { Suspense, lazy } from 'react';
import { Disclosure } from '../../ui/disclosure.tsx';
import css from './connect-screen.module.css';
import { isAboutGateway, isAboutWay } from './draft-fields.ts';
import type { DraftForm } from './draft-text-field.tsx';
import { GatewayNote, LoginNote, WayNote } from './section-notes.tsx';

const LoginSection = lazy(() =>
  import('./login-section.tsx').then((module) => ({ default: module.LoginSection })),
);
const WayFields = lazy(() => import('./way-fields.tsx').then((module) => ({ default: module.WayFields })));
const GatewayFields = lazy(() =>
  import('./gateway-fields.tsx').then((module) => ({ default: module.GatewayFields })),
);

/** What is folded away until it is wanted, or until something in it is wrong. */
export type FormSection = 'login' | 'way' | 'gateway';

export interface FormSectionsProps {
  readonly form: DraftForm;
  readonly opened: ReadonlySet<FormSection>;
  readonly onOpen: (section: FormSection, open: boolean) => void;
}

/** The sections of the connect form, each with what is set in it. Their fields are loaded when first opened. */
export function FormSections({ form, opened, onOpen }: FormSectionsProps) {
  const { draft, error } = form;
  const inSection = (section: FormSection, hasError: boolean) => ({
    open: opened.has(section) || hasError,
    onOpen: (open: boolean) => {
      onOpen(section, open);
    },
  });
  return (
    <div className={css['sections']}>
      <Disclosure
        title="How to log in"
        note={<LoginNote draft={draft} />}
        {...inSection('login', error?.field === 'login')}
      >
        <Suspense fallback={null}>
          <LoginSection key={draft.profileId} form={form} />
        </Suspense>
      </Disclosure>
      <Disclosure
        title="TLS and proxy"
        note={<WayNote draft={draft} />}
        {...inSection('way', error !== undefined && isAboutWay(error.field))}
      >
        {/* A file's facts and a shown value belong to one connection. */}
        <Suspense fallback={null}>
          <WayFields key={draft.profileId} form={form} />
        </Suspense>
      </Disclosure>
      <Disclosure
        title="Headers and nodes"
        note={<GatewayNote draft={draft} />}
        {...inSection('gateway', error !== undefined && isAboutGateway(error.field))}
      >
        <Suspense fallback={null}>
          <GatewayFields key={draft.profileId} form={form} />
        </Suspense>
      </Disclosure>
    </div>
  );
}
