//! awk's random numbers: the additive feedback generator of BSD's `random` with 63 words, which gawk shuffles and draws
//! from.

/// Words of state.
const DEGREE: usize = 63;

/// Distance of the second word that is added.
const SEPARATION: usize = 1;

/// Words that wait in the table from which the one before picks.
const SHUFFLED: usize = 512;

pub struct Random {
    state: [u32; DEGREE],
    /// Empty: not filled yet.
    shuffled: Vec<u32>,
    last: u32,
    front: usize,
    rear: usize,
    /// What `srand` gave last.
    pub seed: f64,
}

impl Random {
    /// The generator as a fresh program has it (seed 0 stands for 1).
    pub fn new(seed: u32) -> Random {
        let mut random = Random { state: [0; DEGREE], shuffled: Vec::new(), last: 0, front: SEPARATION, rear: 0, seed: f64::from(seed) };
        random.fill(seed.max(1));
        random
    }

    /// `srand(seed)`
    pub fn set_seed(&mut self, seed: f64) {
        // What is too large for C's `long` is its least number there.
        let fits = seed.abs() < 9_223_372_036_854_775_808.0;
        let seed = if fits { seed.trunc() } else { i64::MIN as f64 };
        self.seed = seed;
        self.fill(seed as i64 as u32);
    }

    fn fill(&mut self, seed: u32) {
        self.state[0] = seed;
        for index in 1..DEGREE {
            self.state[index] = minimal_standard(self.state[index - 1]);
        }
        self.front = SEPARATION;
        self.rear = 0;
        self.shuffled.clear();
        for _ in 0..10 * DEGREE {
            self.word();
        }
    }

    /// The next word, of those in the table: the word before says which.
    fn word(&mut self) -> u32 {
        if self.shuffled.is_empty() {
            for _ in 0..SHUFFLED {
                let word = self.plain_word();
                self.shuffled.push(word);
            }
            self.last = self.plain_word();
        }
        let word = self.plain_word();
        let index = self.last as usize % SHUFFLED;
        self.last = self.shuffled.get_mut(index).map_or(word, |slot| std::mem::replace(slot, word));
        self.last
    }

    fn plain_word(&mut self) -> u32 {
        let sum = self.state[self.front].wrapping_add(self.state[self.rear]);
        self.state[self.front] = sum;
        self.front = (self.front + 1) % DEGREE;
        self.rear = (self.rear + 1) % DEGREE;
        sum >> 1
    }

    /// A number from 0 on, below 1.
    pub fn next(&mut self) -> f64 {
        const RANGE: f64 = 2_147_483_648.0;
        loop {
            let low = f64::from(self.word());
            let high = f64::from(self.word());
            let value = 0.5 + (low / RANGE + high) / RANGE - 0.5;
            if value < 1.0 {
                return value;
            }
        }
    }
}

/// Park and Miller's generator, by which the state is filled.
fn minimal_standard(value: u32) -> u32 {
    // Seeds are signed there, and 0 would stay 0.
    let value = if value == 0 { 123_459_876 } else { i64::from(value.cast_signed()) };
    let next = 16_807 * (value % 127_773) - 2_836 * (value / 127_773);
    (if next < 0 { next + 0x7fff_ffff } else { next }) as u32
}
