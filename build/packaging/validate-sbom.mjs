/** Validates a bill of materials against the schema of CycloneDX 1.6. */
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

/**
 * Throws if the text is not such a document.
 * @param {string} text JSON.
 */
export async function validateBillOfMaterials(text) {
  const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (problem !== null)
    throw new Error(`The bill of materials is not CycloneDX 1.6: ${JSON.stringify(problem)}`);
}
