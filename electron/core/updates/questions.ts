/** Questions about updates in the secure prompt. */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { UpdateMode } from '../../../shared/ipc/contract/updates.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { FeedQuestion } from '../gates/feed-contact.ts';

const DAILY = prose('Checked', 'once a day');
const SIGNED = prose('Accepted', 'only releases signed with a key of this build');
const INSTALLED = prose('Installed', 'when you quit; downloaded without asking');

/** Asked before the first contact with the address, or before more is done there. */
export function modeQuestion(mode: Exclude<UpdateMode, 'off'>): FeedQuestion {
  return mode === 'automatic'
    ? {
        title: 'Update automatically from this address?',
        facts: [DAILY, INSTALLED, SIGNED],
        action: 'Update automatically',
      }
    : {
        title: 'Look for new versions at this address?',
        facts: [DAILY, SIGNED],
        action: 'Look for updates',
      };
}

/** Asked before a mode that does less: a broken page would benefit from staying at this version. */
export function lessQuestion(mode: Exclude<UpdateMode, 'automatic'>): TrustedRequest {
  const stays = 'This version stays, with faults found in it, until you install a newer one.';
  return {
    kind: 'confirm',
    destructive: false,
    ...(mode === 'off'
      ? { title: 'Stop looking for new versions?', body: [stays], action: 'Stop looking' }
      : {
          title: 'No longer update automatically?',
          body: [stays],
          action: 'Notify me',
        }),
  };
}

/** Asked before a single check of an address that the user starts. */
export const checkQuestion: FeedQuestion = {
  title: 'Look for a new version at this address?',
  facts: [SIGNED],
  action: 'Look for updates',
};

/** Asked before another address replaces this one. */
export function feedQuestion(before: string, mode: UpdateMode | undefined): FeedQuestion {
  return {
    title: 'Change where new versions come from?',
    before,
    facts: [
      ...(mode === undefined || mode === 'off' ? [] : [DAILY]),
      ...(mode === 'automatic' ? [INSTALLED] : []),
      SIGNED,
    ],
    action: 'Change address',
  };
}

/** Asked before an update is installed at the end of this run. */
export function atQuitQuestion(version: string): TrustedRequest {
  return {
    kind: 'confirm',
    title: 'Install this version when you quit?',
    facts: [{ name: 'Version', value: version }],
    body: ['The system may ask for an administrator’s password then.'],
    action: 'Install at quit',
    destructive: false,
  };
}

/** Asked before an update planned for the end of this run is left out. */
export function notAtQuitQuestion(version: string): TrustedRequest {
  return {
    kind: 'confirm',
    title: 'Leave this version out when you quit?',
    facts: [{ name: 'Version', value: version }],
    body: ['This version stays, with faults found in it.'],
    action: 'Leave it out',
    destructive: false,
  };
}

/** Asked before the app quits for an update. */
export function restartQuestion(version: string): TrustedRequest {
  return {
    kind: 'confirm',
    title: 'Quit and install this version now?',
    facts: [{ name: 'Version', value: version }],
    body: ['Open sessions end; the system may ask for an administrator’s password.'],
    action: 'Quit and install',
    destructive: false,
  };
}
