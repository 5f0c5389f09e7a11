/**
 * Proves at compile time that a schema takes exactly the contract's type. Assignability is not enough: a schema that
 * lacks an optional field is assignable to the type, compiles, and refuses that field at run time.
 */
import type * as z from 'zod/mini';

/** A type without `readonly`, which a schema cannot express. */
type Writable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Writable<Item>[]
    : { -readonly [K in keyof T]: Writable<T[K]> };

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** `unknown` if both types are the same to the last optional field; else a type that no schema has. */
export type SameShape<Wanted, Taken> =
  Equal<Writable<Wanted>, Writable<Taken>> extends true
    ? unknown
    : { readonly 'the schema does not take exactly what the contract says': Wanted };

/** Names a piece that several schemas share, proved to be of exactly type `T`. */
export function exactly<T>() {
  return <S extends z.ZodMiniType>(schema: S & SameShape<T, z.output<S>>): z.ZodMiniType<T> =>
    // The types are equal but for `readonly`.
    schema as unknown as z.ZodMiniType<T>;
}
