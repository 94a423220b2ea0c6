/** A value that was checked once, at the edge, and carries that fact in its type from then on. */
export type Brand<Value, Name extends string> = Value & { readonly brand: Name };
