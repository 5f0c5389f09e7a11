/** Desktop notifications; does nothing on systems without them. */
import type { Notification } from 'electron';
import { visible } from '../../shared/vault/display-name.ts';
import { oneLine } from '../../shared/vault/one-line.ts';
import type { DesktopNotice } from '../core/platform.ts';

/** Kept so that a click on them is heard; the system closes older ones itself. */
const MOST_SHOWN = 20;

/** The part of Electron's class that is used. */
export interface NotificationClass {
  new (options: {
    readonly title: string;
    readonly body: string;
  }): Pick<Notification, 'show' | 'on' | 'close'>;
  readonly isSupported: () => boolean;
}

/** Makes the notifier. */
export function makeNotifier(Class: NotificationClass): (notice: DesktopNotice) => void {
  const shown: Pick<Notification, 'close'>[] = [];
  return ({ title, body, chosen }) => {
    if (!Class.isSupported()) return;
    // The desktop draws it: servers and entries are named in both.
    const notification = new Class({ title: visible(oneLine(title)), body: visible(oneLine(body)) });
    notification.on('click', chosen);
    shown.push(notification);
    for (const old of shown.splice(0, Math.max(0, shown.length - MOST_SHOWN))) old.close();
    notification.show();
  };
}
