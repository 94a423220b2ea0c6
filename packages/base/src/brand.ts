/** A value checked once at the boundary, which carries that fact in its type from then on. */
export type Brand<Value, Name extends string> = Value & { readonly brand: Name };
