import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Box } from './layout.tsx';
import css from './page.module.css';

/** Content of a tab: head and parts below each other, with the margins that all screens share. */
export function Page({ className, ...rest }: ComponentProps<'section'>) {
  return <Box as="section" className={classes(css['page'], className)} {...rest} />;
}
