import type { AppError } from '../../../shared/ipc/result.ts';

/** The line of policy that would permit what was refused, where the error says what was asked. */
export function policyRule(error: AppError): string | undefined {
  if (error.kind !== 'forbidden' || error.path === undefined) return undefined;
  const path = error.path.replace(/["\\]/g, '\\$&');
  const names = capabilities(error.method).map((name) => `"${name}"`);
  return `path "${path}" { capabilities = [${names.join(', ')}] }`;
}

function capabilities(method: string | undefined): readonly string[] {
  switch (method) {
    case 'POST':
    case 'PUT':
      return ['create', 'update'];
    case 'PATCH':
      return ['patch'];
    case 'DELETE':
      return ['delete'];
    case 'LIST':
      return ['list'];
    default:
      return ['read'];
  }
}
