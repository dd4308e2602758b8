// Two agents and a policy: an editor corrects a draft after a brief, a reviewer confirms it from the files alone.
import { Session } from 'mem-sandbox'
import { patch, read, write } from '../runner/script.js'
import { onlyFiles } from '../runner/verify.js'

/** @import { Scenario } from './index.js' */

const BRIEF = `# Release brief

version: 2.4.0
date: 2026-09-18
python: 3.12
`
const DRAFT = `# Release notes 2.3.0

Released on September 12, 2026.

## Requirements

Python 3.11 or newer.

## Legal

This section is protected. Do not edit.
`
const CORRECTED = DRAFT.replace('2.3.0', '2.4.0').replace('September 12', 'September 18').replace('3.11', '3.12')
const INSTRUCTIONS = `Allowed edits in drafts/release-notes.md: the version, the date, the required Python.
The section Legal is protected.
Findings go to review/findings.md and nowhere else.
`
const FINDINGS = `status: approved

| fact | brief | draft |
|---|---|---|
| version | 2.4.0 (source/release-brief.txt:3) | 2.4.0 (drafts/release-notes.md:1) |
| date | 2026-09-18 (source/release-brief.txt:4) | September 18, 2026 (drafts/release-notes.md:3) |
| python | 3.12 (source/release-brief.txt:5) | 3.12 (drafts/release-notes.md:7) |
`
const PATCH = `--- a/drafts/release-notes.md
+++ b/drafts/release-notes.md
@@ -1,7 +1,7 @@
-# Release notes 2.3.0
+# Release notes 2.4.0
 
-Released on September 12, 2026.
+Released on September 18, 2026.
 
 ## Requirements
 
-Python 3.11 or newer.
+Python 3.12 or newer.
`

const EDIT = `drafts/release-notes.md is out of date. Read review/instructions.md and source/release-brief.txt, then the draft, and
correct the draft with one apply_patch, guarded by its content hash.`
const REVIEW = `Check drafts/release-notes.md against source/release-brief.txt; read both yourself. Then write review/findings.md:
the line "status: approved" or "status: rejected", an empty line, and a table with the header "| fact | brief | draft |", the
line "|---|---|---|" and the rows version, date and python, each with the value and its place as (path:line).`

/** @type {Scenario} */
export const documentReview = {
  name: 'document-review',
  summary: 'an editor corrects a draft, a reviewer confirms it; a policy protects the sources',
  async play({ agent, check }) {
    const session = new Session({
      files: {
        'source/release-brief.txt': BRIEF,
        'drafts/release-notes.md': DRAFT,
        'review/instructions.md': INSTRUCTIONS,
      },
      policy: {
        commands: { allow: [] },
        paths: { writable: ['/workspace/drafts/release-notes.md', '/workspace/review/findings.md'] },
      },
    })
    await agent({
      session,
      name: 'Editor',
      task: EDIT,
      script: [
        [read('review/instructions.md'), read('source/release-brief.txt')],
        read('drafts/release-notes.md'),
        ({ hash }) => patch(PATCH, { 'drafts/release-notes.md': hash('drafts/release-notes.md') }),
        'The draft now has the version, the date and the Python of the brief.',
      ],
    })
    await agent({
      session,
      name: 'Reviewer',
      task: REVIEW,
      script: [
        [read('source/release-brief.txt'), read('drafts/release-notes.md')],
        write('review/findings.md', FINDINGS),
        'Approved: the draft agrees with the brief.',
      ],
    })
    check('the draft is corrected, the findings cite their places, the sources are as they were', () =>
      onlyFiles(session, {
        'source/release-brief.txt': BRIEF,
        'drafts/release-notes.md': CORRECTED,
        'review/instructions.md': INSTRUCTIONS,
        'review/findings.md': FINDINGS,
      }),
    )
    return session
  },
}
