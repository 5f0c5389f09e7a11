#!/usr/bin/env node
/**
 * Replaces fpm for electron-builder (`CUSTOM_FPM_PATH`): uses dpkg-deb and rpmbuild; the result is the same for the
 * same `SOURCE_DATE_EPOCH` and files.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDeb } from './deb.mjs';
import { readFpmArguments } from './fpm-arguments.mjs';
import { makeRpm } from './rpm.mjs';
import { fillStage } from './stage.mjs';

const request = readFpmArguments(process.argv.slice(2));
const epoch = Number(process.env['SOURCE_DATE_EPOCH']);
if (!Number.isInteger(epoch)) throw new Error('SOURCE_DATE_EPOCH is not set');
const work = mkdtempSync(join(dirname(request.output), '.stage-'));
try {
  const stage = join(work, 'stage');
  mkdirSync(stage);
  fillStage(stage, request.inputs);
  // Tells the app which package it was installed from, and so which package manager updates it.
  const resources = join(stage, 'opt', 'Strongroom', 'resources');
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(resources, 'package-type'), `${request.type}\n`);
  if (request.type === 'deb') makeDeb(stage, request, epoch);
  else if (request.type === 'rpm') makeRpm(stage, request, epoch, work);
  else throw new Error(`cannot make a ${request.type}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
