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
import { change, changeOfApp, readOfApp, readWhenLocked } from '../presets.ts';
import {
  colour,
  environment,
  fileHandle,
  filePurpose,
  id,
  maybe,
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

const saveCall = changeOfApp(
  'profile.save',
  { says: 'Save a connection', costs: 'gesture', asks: ['confirm-trust'] },
  {
    ...targetShape,
    profileId: maybe(id),
    name: nameText,
    colour,
    environment: maybe(environment),
    login: maybe(login),
  },
  async (_nothing, draft, { services, signal }) => {
    const profile = await saveProfile(profileParts(services), draft, signal);
    // One click on “Log in” saves the form's connection first.
    services.gesture.leave(useOf(profile.profileId));
    return profile;
  },
);

export const connectionCalls = [
  readWhenLocked('profile.list', {}, (_nothing, _none, { services }) => services.profiles.list()),
  saveCall,
  changeOfApp(
    'profile.remove',
    {
      says: 'Remove a saved connection',
      costs: 'gesture',
      asks: ['confirm'],
      paidBy: ({ profileId }) => useOf(profileId),
    },
    { profileId: id },
    async (_nothing, { profileId }, { services, signal }) => {
      await removeProfile(profileParts(services), profileId, signal);
      return {};
    },
  ),
  readOfApp(
    'profile.export',
    { profileIds: z.array(id).check(z.minLength(1), z.maxLength(1000)) },
    (_nothing, { profileIds }, { services }) =>
      exportProfiles(profileParts(services), profileIds, (name) =>
        services.platform.chooseSavePath('profiles', name),
      ),
  ),
  changeOfApp(
    'profile.import',
    { says: 'Import connections', costs: 'gesture', asks: ['confirm-trust'] },
    {},
    async (_nothing, _none, { services, signal }) => {
      const path = await services.platform.chooseFile('profiles');
      if (path === undefined) throw cancelled();
      const { dataFolder } = services.platform.app;
      return importProfiles(profileParts(services), { path, dataFolder, parse: saveCall.parse }, signal);
    },
  ),
  change(
    'profile.confirmOrigins',
    { says: 'Confirm other addresses', costs: 'gesture', asks: ['confirm-trust'] },
    { origins: z.array(originText).check(z.minLength(1), z.maxLength(100)) },
    (session, { origins }, { services, signal }) =>
      services.sessions.confirmOrigins(session.sessionId, origins, signal),
  ),
  readOfApp('connection.environment', {}, (_nothing, _none, { services }) =>
    services.environmentCredentials().map(({ shown }) => shown),
  ),
  readOfApp(
    'connection.check',
    { target },
    (_nothing, { target: to }, { services, signal }) =>
      checkConnection(to, services.connectParts, services.profiles.lookOf(to), {
        signal,
        onStep: (step) => services.emit('connection.stepped', step),
      }),
    { asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'] },
  ),
  changeOfApp(
    'connection.enterHeader',
    { says: 'Enter the value of a header', costs: 'gesture', asks: ['enter-fields'] },
    { name: shortText, address: z.string().check(z.maxLength(2048)) },
    (_nothing, { name, address }, { services, signal }) => services.headerValues.enter(name, address, signal),
  ),
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
