/** Power events of the system: sleep, screen lock, shutdown. Linux does not report screen locks. */
import type { PowerMonitor } from 'electron';

export interface PowerListener {
  readonly onLock: (reason: 'suspend' | 'screen-lock') => void;
  /** Awake again: clocks have jumped. */
  readonly onResume: () => void;
  /** The system shuts down without waiting. */
  readonly onShutdown: () => void;
}

/** Listens to the system; call when the app is ready. */
export function watchPower(
  monitor: Pick<PowerMonitor, 'on'>,
  { onLock, onResume, onShutdown }: PowerListener,
): void {
  monitor.on('suspend', () => onLock('suspend'));
  monitor.on('lock-screen', () => onLock('screen-lock'));
  monitor.on('resume', onResume);
  monitor.on('shutdown', onShutdown);
}
