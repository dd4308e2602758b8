export type * from '../index.js'
