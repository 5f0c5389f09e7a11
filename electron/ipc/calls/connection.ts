/** `profile.*` and `connection.*`: everything before a session. */
import * as z from 'zod/mini';
import { cancelled } from '../../core/connection/connect.ts';
import { environmentProxy } from '../../core/connection/environment-proxy.ts';
import { checkConnection } from '../../core/login/check.ts';
import { describeCertificateFile } from '../../core/profiles/certificate-files.ts';
import {
  exportProfiles,
  importProfiles,
  removeProfile,
  saveProfile,
} from '../../core/profiles/profile-changes.ts';
import type { ProfileParts } from '../../core/profiles/profile-changes.ts';
import type { Services } from '../../services/services.ts';
import { aSession, nothing } from '../about.ts';
import { call } from '../call.ts';
import { readOfApp, readWhenLocked } from '../presets.ts';
import {
  colour,
  environment,
  fileHandle,
  filePurpose,
  id,
  inSession,
  maybe,
  none,
  originText,
  nameText,
  shortText,
  target,
  targetShape,
} from './fields.ts';
import { login, useOf } from './service-fields.ts';

function profileParts(services: Services): ProfileParts {
  const { profiles, files, headerValues, platform, sessions, freshProfiles } = services;
  return {
    profiles,
    files,
    headerValues,
    ask: platform.ask,
    openSessions: (profileId) => sessions.list().filter((view) => view.profileId === profileId).length,
    closeSessions: (profileId) => sessions.closeOfProfile(profileId),
    fresh: freshProfiles,
  };
}

const saveCall = call('profile.save', {
  input: z.strictObject({
    ...targetShape,
    profileId: maybe(id),
    name: nameText,
    colour,
    environment: maybe(environment),
    login: maybe(login),
  }),
  effect: 'changes-here',
  costs: 'gesture',
  says: 'Save a connection',
  about: nothing,
  whenLocked: 'refused',
  asks: ['confirm-trust'],
  run: async (_nothing, draft, { services, signal }) => {
    const profile = await saveProfile(profileParts(services), draft, signal);
    // One click on “Log in” saves the form's connection first.
    services.gesture.leave(useOf(profile.profileId));
    return profile;
  },
});

export const connectionCalls = [
  readWhenLocked('profile.list', {}, (_nothing, _none, { services }) => services.profiles.list()),
  saveCall,
  call('profile.remove', {
    input: z.strictObject({ profileId: id }),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Remove a saved connection',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm'],
    paidBy: ({ profileId }) => useOf(profileId),
    run: async (_nothing, { profileId }, { services, signal }) => {
      await removeProfile(profileParts(services), profileId, signal);
      return {};
    },
  }),
  readOfApp(
    'profile.export',
    { profileIds: z.array(id).check(z.minLength(1), z.maxLength(1000)) },
    (_nothing, { profileIds }, { services }) =>
      exportProfiles(profileParts(services), profileIds, (name) =>
        services.platform.chooseSavePath('profiles', name),
      ),
  ),
  call('profile.import', {
    input: none,
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Import connections',
    about: nothing,
    whenLocked: 'refused',
    asks: ['confirm-trust'],
    run: async (_nothing, _none, { services, signal }) => {
      const path = await services.platform.chooseFile('profiles');
      if (path === undefined) throw cancelled();
      const { dataFolder } = services.platform.app;
      return importProfiles(profileParts(services), { path, dataFolder, parse: saveCall.parse }, signal);
    },
  }),
  call('profile.confirmOrigins', {
    input: z.strictObject({
      ...inSession,
      origins: z.array(originText).check(z.minLength(1), z.maxLength(100)),
    }),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Confirm other addresses',
    about: aSession,
    whenLocked: 'refused',
    asks: ['confirm-trust'],
    run: (session, { origins }, { services, signal }) =>
      services.sessions.confirmOrigins(session.sessionId, origins, signal),
  }),
  readOfApp('connection.environment', {}, (_nothing, _none, { services }) =>
    services.environmentCredentials().map(({ shown }) => shown),
  ),
  call('connection.check', {
    input: z.strictObject({ target }),
    effect: 'read',
    about: nothing,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: (_nothing, { target: to }, { services, signal }) =>
      checkConnection(to, services.connectParts, services.profiles.lookOf(to), {
        signal,
        onStep: (step) => services.emit('connection.stepped', step),
      }),
  }),
  call('connection.enterHeader', {
    input: z.strictObject({ name: shortText, address: z.string().check(z.maxLength(2048)) }),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Enter the value of a header',
    about: nothing,
    whenLocked: 'refused',
    asks: ['enter-fields'],
    run: (_nothing, { name, address }, { services, signal }) =>
      services.headerValues.enter(name, address, signal),
  }),
  readOfApp(
    'connection.chooseFile',
    { purpose: filePurpose },
    async (_nothing, { purpose }, { services }) => {
      const path = await services.platform.chooseFile(purpose);
      if (path === undefined) throw cancelled();
      return services.files.add(path);
    },
  ),
  readOfApp(
    'connection.describeFile',
    { file: fileHandle, purpose: filePurpose },
    (_nothing, { file, purpose }, { services }) =>
      describeCertificateFile(services.files.pathOf(file), purpose, services.connectParts.work),
  ),
  readOfApp(
    'connection.environmentProxy',
    { address: z.string().check(z.maxLength(2048)) },
    (_nothing, { address }, { services }) => environmentProxy(address, services.platform.environment),
  ),
] as const;
