import { classes } from './classes.ts';
import css from './shares-meter.module.css';

/** Key shares given out of those needed; decorates a text that says the same. */
export function SharesMeter({ given, needed }: { readonly given: number; readonly needed: number }) {
  return (
    <div className={css['shares']} aria-hidden="true">
      {Array.from({ length: Math.min(needed, 12) }, (_, index) => (
        <span key={index} className={classes(css['share'], index < given && css['given'])} />
      ))}
    </div>
  );
}
