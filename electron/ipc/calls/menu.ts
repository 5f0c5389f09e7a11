/** `menu.*`: the application's menu, whose words and keys are main's. */
import * as z from 'zod/mini';
import { menuCommandNames } from '../../../shared/ipc/menu.ts';
import { readOfApp } from '../presets.ts';

export const menuCalls = [
  readOfApp(
    'menu.offer',
    { commands: z.array(z.enum(menuCommandNames)).check(z.maxLength(100)) },
    (_nothing, { commands }, { services }) => {
      services.platform.tellMenu(commands);
      return {};
    },
  ),
] as const;
