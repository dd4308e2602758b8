//! Random input.

use proptest::prelude::*;

use super::{Files, PatchOptions, plan_patch};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn random_bytes_never_panic(text in proptest::collection::vec(any::<u8>(), 0..200)) {
        let files = Files::new([("f", "a\nb\n")]);
        let _ = plan_patch(&text, &files, &PatchOptions::default());
    }

    #[test]
    fn random_patch_lines_never_panic(
        lines in proptest::collection::vec(
            prop::sample::select(vec![
                "--- a/f", "+++ b/f", "--- /dev/null", "+++ /dev/null", "+++ b/g", "@@", "@@ -1 +1 @@", "@@ -0,0 +1 @@",
                "@@ -2,3 +1,2 @@", "@@ -99999999999999999999,1 +1 @@", "@@ a", "@@ -3,0 +4 @@ b", " a", " b", "-a", "-b", "+a",
                "+x", "", " ", "\\ No newline at end of file", "diff --git a/f b/f", "rename from f", "rename to g",
                "new file mode 100644", "deleted file mode 100644", "*** Begin Patch", "*** End Patch", "*** Update File: f",
                "*** Add File: g", "*** Delete File: f", "*** Move to: h", "*** End of File", "-- ", "```", "prose", "-a\r",
            ]),
            0..24,
        ),
        content in prop::sample::select(vec!["", "a\nb\na\n", "a\r\nb", "\n\n\n", "a\rb\r"]),
        fuzz in 0..3_usize,
    ) {
        let mut files = Files::new([("f", content)]);
        let options = PatchOptions { fuzz, ..PatchOptions::default() };
        for patch in [lines.join("\n"), format!("*** Begin Patch\n*** Update File: f\n{}\n*** End Patch", lines.join("\n"))] {
            if let Ok(plan) = plan_patch(patch.as_bytes(), &files.clone(), &options) {
                files.clone().perform(&plan);
            }
        }
        files.0.clear();
        let _ = plan_patch(lines.join("\n").as_bytes(), &files, &options);
    }
}
