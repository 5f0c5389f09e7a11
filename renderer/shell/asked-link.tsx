import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { query } from '../api/client.ts';
import { lazily } from '../ui/lazily.ts';
import type { LinkNoticeProps } from './link-notice.tsx';

const LinkNotice = lazily(() => import('./link-notice.tsx'), 'LinkNotice');

/** Notice of the link that another program has opened Strongroom with, if there is one. */
export function AskedLink(props: Omit<LinkNoticeProps, 'link'>) {
  const link = useQuery(query('app.link', {})).data?.link ?? '';
  if (link === '') return null;
  return (
    <Suspense fallback={null}>
      <LinkNotice key={link} link={link} {...props} />
    </Suspense>
  );
}
