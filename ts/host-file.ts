/** Files of the host that are there whole or as they were, whatever happens to the process that writes them. */
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Puts bytes into a file by writing them beside it, flushing them to the disk, and renaming.
 *
 * @param unfinished where they are written first: nothing is there, and it is on the same disk as `path`
 * @param mode permission bits of the file, from which the process's umask is taken. Default 0o666
 * Rejects with the host's own errors; `unfinished` is gone then.
 */
export async function replaceFile(path: string, unfinished: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  const file = await open(unfinished, 'wx', mode)
  try {
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  // The new name is safe only when its folder is.
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
