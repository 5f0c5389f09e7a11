/** Notifications of the desktop. Where the system shows none, nothing happens. */
import type { Notification } from 'electron';
import type { DesktopNotice } from '../core/platform.ts';

/** Kept so long that a click on them is heard; the system closes older ones itself. */
const MOST_KEPT = 20;

/** The part of Electron's class that is used. */
export interface NotificationClass {
  new (options: {
    readonly title: string;
    readonly body: string;
  }): Pick<Notification, 'show' | 'on' | 'close'>;
  readonly isSupported: () => boolean;
}

/** Makes what shows notices. */
export function makeNotifier(Class: NotificationClass): (notice: DesktopNotice) => void {
  const kept: Pick<Notification, 'close'>[] = [];
  return ({ title, body, chosen }) => {
    if (!Class.isSupported()) return;
    const notification = new Class({ title, body });
    notification.on('click', chosen);
    kept.push(notification);
    for (const old of kept.splice(0, Math.max(0, kept.length - MOST_KEPT))) old.close();
    notification.show();
  };
}
